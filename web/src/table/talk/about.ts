/** Somebody at the table: at a seat, or as the writer of a line. */
export interface About {
  seat: number;
  line?: number;
  name: string;
  muted: boolean;
}
