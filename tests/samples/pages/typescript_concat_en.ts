// AUTO-GENERATED from sheets/rules-q3.xlsx on 2022-10-03, do not edit by hand
import type { NoteTable } from "../types";

/** Shown in the hover box of the deck builder. */
export const NOTES: NoteTable = {
  delver: {
    label: "Delver of Secrets",
    notes: [
      [new Date(2011, 8, 22), "You may look at the card and not show it, even if it is an instant."],
      [new Date(2011, 8, 22), "The card stays on top of the library, shown or not, " +
        "and you draw it in your draw step."],
    ],
  },
  vclique: {
    label: "Vendilion Clique",
    notes: [
      [new Date(2007, 9, 1), "You may choose yourself as the target. " +
        "If you then choose no card, " +
        "you don't draw one."],
      [new Date(2015, 4, 15), 'The chosen card is shown before it goes to the bottom, so everybody knows what it was.'],
    ],
  },
};

export function notesFor(key: string): string[] {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
  return (NOTES[key]?.notes ?? []).map(([d, t]) => `${d.getFullYear()}: ${t}`);
}
