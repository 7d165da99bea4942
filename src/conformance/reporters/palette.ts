import { styleText } from "node:util";
import { type Line, raw, rendered } from "./line.js";

/** Text that was not escaped yet is escaped before it is coloured. */
export type Paint = (text: string | Line) => Line;

/** The few colours of the reports, or none of them. */
export interface Palette {
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly dim: Paint;
  readonly strong: Paint;
}

/** Whether to colour has been decided before; the function is not to look at the terminal again. */
const ALWAYS = { validateStream: false };

export function palette(color: boolean): Palette {
  const paint =
    (style: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      raw(color ? styleText(style, rendered(text), ALWAYS) : rendered(text));
  return { good: paint("green"), bad: paint("red"), warn: paint("yellow"), dim: paint("dim"), strong: paint("bold") };
}
