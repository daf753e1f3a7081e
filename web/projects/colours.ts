/** As the server names them. */
export const colours = ['GREY', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'TEAL', 'BLUE', 'VIOLET', 'PINK'] as const;
export type Colour = (typeof colours)[number];

/** Muted enough to stand beside the accent, in both themes. */
export const dots: Record<Colour, string> = {
  GREY: 'bg-[light-dark(#8a857a,#a39e90)]',
  RED: 'bg-[light-dark(#b5473c,#e08a80)]',
  ORANGE: 'bg-[light-dark(#c2692b,#e0a06c)]',
  YELLOW: 'bg-[light-dark(#b58a1f,#d8b95f)]',
  GREEN: 'bg-[light-dark(#4f8a4b,#93c48c)]',
  TEAL: 'bg-[light-dark(#2f8577,#7cc5b6)]',
  BLUE: 'bg-[light-dark(#3f74a8,#8db6dd)]',
  VIOLET: 'bg-[light-dark(#7559a6,#b8a1e0)]',
  PINK: 'bg-[light-dark(#b0527f,#dd97b9)]',
};
