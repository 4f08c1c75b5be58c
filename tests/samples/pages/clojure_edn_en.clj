;; rules/tempo.clj -- notes for the tempo gauntlet
;; (c) 2018 P. Fictive, EPL
(ns gauntlet.rules.tempo
  (:require [gauntlet.core :refer [defcard note]]))

(def printed-on #inst "2018-04-27")

(defcard remand
  {:name "Remand" :cost [1 :u] :types #{:instant}}
  (note #inst "2005-10-01" "You draw even if the spell can't be countered and so stays on the stack.")
  (note #inst "2005-10-01" "Remanding your own spell is fine. A copy of a spell that is remanded ceases to exist."))

(defcard snapcaster
  {:name "Snapcaster Mage" :cost [1 :u] :types #{:creature} :pt [2 1]
   :flavor "He finds the word the dead were looking for."}
  (note #inst "2011-09-22" "The card gains \"flashback\" for its mana cost. A card without a mana cost gains an ability that can't be paid.")
  (note #inst "2014-02-01" "An alternative cost such as overload may not be combined with the flashback cost."))

(comment
  ;; try it out
  (require '[gauntlet.quiz :as q])
  (q/start! :seed 20180427))
