-- MySQL dump 10.13  Distrib 5.7.33, for Linux (x86_64)
--
-- Host: localhost    Database: cube_night
-- ------------------------------------------------------
-- Server version	5.7.33-0ubuntu0.18.04.1

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;

--
-- Table structure for table `cards`
--

DROP TABLE IF EXISTS `cards`;
CREATE TABLE `cards` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `name` varchar(141) COLLATE utf8mb4_unicode_ci NOT NULL,
  `mana_cost` varchar(40) DEFAULT NULL,
  `oracle` text,
  `added` date DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=14 DEFAULT CHARSET=utf8mb4;

INSERT INTO `cards` VALUES (11,'Swords to Plowshares','{W}','A creature you target is exiled. Whoever controls it gains life to the amount of its power.','2019-02-11'),(12,'Stifle','{U}','Counters a triggered or activated ability.','2019-02-11'),(13,'Trickbind','{1}{U}','Split second\nCounters a triggered or activated ability.','2020-06-30');

--
-- Table structure for table `loans`
--

DROP TABLE IF EXISTS `loans`;
CREATE TABLE `loans` (`card_id` int(11) NOT NULL, `who` varchar(60), `since` date, `remark` text);
INSERT INTO `loans` VALUES (12,'Tom','2021-03-05','He\'ll bring it back when the cube is drafted again.'),(13,'Anne','2021-04-17',NULL);

--
-- Table structure for table `rulings`
--

DROP TABLE IF EXISTS `rulings`;
CREATE TABLE `rulings` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `card_id` int(11) NOT NULL,
  `published_at` date NOT NULL,
  `comment` text NOT NULL,
  PRIMARY KEY (`id`),
  KEY `fk_card` (`card_id`)
) ENGINE=InnoDB AUTO_INCREMENT=405 DEFAULT CHARSET=utf8mb4;

INSERT INTO `rulings` VALUES (401,11,'2008-10-01','The power is that which the creature had last on the battlefield, so a pump in response brings more life.'),(402,11,'2008-10-01','It\'s the creature\'s controller who gains the life, even where the card belongs to somebody else.'),(403,12,'2004-10-04','A mana ability can\'t be its target, nor can a static ability; neither of them is ever on the stack.'),(404,13,'2006-09-25','If the ability of a permanent is countered this way, that permanent\'s activated abilities (mana abilities included) can\'t be used again this turn.');

/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
-- Dump completed on 2021-05-02 23:14:09
