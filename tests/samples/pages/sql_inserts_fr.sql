-- MySQL dump 10.13  Distrib 5.7.30
-- Host: localhost    Database: grimoire_asso
-- ------------------------------------------------------
SET NAMES utf8mb4;

DROP TABLE IF EXISTS `carte`;
CREATE TABLE `carte` (
  `id` int NOT NULL,
  `nom_fr` varchar(120) NOT NULL,
  `nom_en` varchar(120) NOT NULL,
  `texte` text,
  `ajout` date DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `carte` VALUES
(7,'Voleur de notion','Notion Thief','Flash. Les pioches en plus de l''adversaire sont pour vous.','2020-05-11'),
(8,'Collecteur de charité','Alms Collector','Flash. Deux pioches ou plus : chacun en pioche une.','2020-05-11');

DROP TABLE IF EXISTS `decision`;
CREATE TABLE `decision` (
  `id` int NOT NULL AUTO_INCREMENT,
  `carte_id` int NOT NULL,
  `langue` char(2) NOT NULL DEFAULT 'fr',
  `libelle` text NOT NULL,
  `date_decision` date DEFAULT NULL,
  `auteur` varchar(40) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

LOCK TABLES `decision` WRITE;
INSERT INTO `decision` VALUES (1,7,'fr','La première carte que l''adversaire pioche dans chacune de ses étapes de pioche lui reste.','2013-04-15','wotc'),(2,7,'fr','Avec deux Voleurs chez deux adversaires différents, c''est le joueur qui devait piocher qui choisit lequel s''applique.','2013-04-15','wotc'),(3,8,'fr','Un effet qui dit « piochez deux cartes » est concerné, mais pas deux effets d''une carte chacun.','2017-08-25',NULL);
INSERT INTO `decision` (`carte_id`,`libelle`) VALUES (8,'Vous et votre adversaire piochez une carte chacun, quel que soit le nombre de cartes qu''il devait piocher.');
UNLOCK TABLES;

INSERT INTO `membre` VALUES (1,'Odile Prétexte','odile@grimoire.example','1979-06-30');
-- Dump completed on 2022-01-09 23:15:02
