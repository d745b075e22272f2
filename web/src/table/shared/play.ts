/** Panels that a key opens. */
export interface Panels {
  help: () => void;
  talk: () => void;
}

/** What a hand needs to know of the game it is held in. */
export interface HandPlay<P extends string> {
  readonly piles: readonly P[];
  readonly hand: number[];
  readonly fresh: readonly number[];
  readonly myTurn: boolean;
  readonly chosen: number | null;
  readonly advised: { card: number } | null;
  dragged: number | null;
  over: P | null;
  wrong: { key: number; text: string } | null;
  begin: () => void;
  choose: (card: number | null) => void;
  fits: (card: number, pile: P) => boolean;
  lay: (pile: P, card?: number | null) => Promise<void>;
  /** What is on a card beside its number, in words. */
  marks: (card: number) => string[];
  /** Where a card fits, in words. */
  fitsLabel: (piles: P[]) => string;
}

/** What a pile needs to know. */
export interface PilePlay<P extends string> {
  readonly hand: number[];
  readonly held: number | null;
  readonly over: P | null;
  readonly refusedPile: P | null;
  press: (pile: P) => void;
  pileKey: (pile: P) => string;
}
