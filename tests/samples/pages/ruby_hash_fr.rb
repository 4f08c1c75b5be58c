# frozen_string_literal: true
# Réponses du robot de la guilde. Relancer `rake bot:reload` après chaque changement.
# (dernier passage de rubocop : 2020-02-29)
require 'date'

module Guilde
  DECISIONS = {
    'Fouille temporelle' => [
      { le: Date.new(2014, 9, 20), dit: "La fouille ne change pas la valeur de mana du sort, qui reste 8 quoi qu'on exile." },
      { le: Date.new(2014, 9, 20), dit: "On ne peut pas exiler plus de cartes que le coût n'a de mana \"générique\"." }
    ],
    'Devenir immense' => [
      { le: Date.new(2014, 9, 20), dit: %q(Le {G} du coût doit être payé avec du mana vert. Les cartes exilées ne paient que le reste.) }
    ],
    'Enseignements mystiques' => [
      { le: Date.new(2021, 3, 19), dit: "On peut chercher une carte de n'importe quel type pourvu qu'elle ait le flash, par exemple une créature." }
    ]
  }.freeze

  SALUTS = ['Bonjour, maître.', 'Encore vous ?'].freeze

  def self.decision(carte)
    DECISIONS.fetch(carte) { raise KeyError, "carte inconnue : #{carte}" }
  end
end
