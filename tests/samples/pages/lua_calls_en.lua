-- faq.lua, loaded by the in-game help (F1)
-- strings are not translated yet, see ticket 331 (2018-06-01)
local F = require "faq.core"

F.page "Burn"
F.intro "Fire is simple, they said."

F.on "Fireball"
F.add { y = 2004, m = 10, d = 4, [[Damage is split evenly and rounded down, so 5 damage to two targets is 2 for each.]] }
F.add { y = 2004, m = 10, d = 4, [[If one target has become illegal, the damage is divided among those that are left.]] }

F.on "Sulfuric Vortex"
F.add { y = 2008, m = 4, d = 1, "A spell that says \"you gain life\" can be cast all the same, and the rest of it works as usual." }

F.on "Flametongue Kavu"
F.add { y = 2005, m = 8, d = 1, "The ability isn't optional. If the Kavu is the only creature around, it has to shoot itself." }

F.keybind("F1", function () F.toggle "Burn" end)
F.hint "Press F1 again to close this page."
return F
