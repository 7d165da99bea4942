import { styleText } from "node:util";
import { type Line, raw, rendered } from "./line.js";

/** Colours a text. A plain string is escaped first. */
export type Paint = (text: string | Line) => Line;

/** The colours of reports. Without colour, they only escape. */
export interface Palette {
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly dim: Paint;
  readonly strong: Paint;
}

/** Prevents styleText from deciding about colour by itself. */
const ALWAYS = { validateStream: false };

export function palette(color: boolean): Palette {
  const paint =
    (style: Parameters<typeof styleText>[0]): Paint =>
    (text) =>
      raw(color ? styleText(style, rendered(text), ALWAYS) : rendered(text));
  return { good: paint("green"), bad: paint("red"), warn: paint("yellow"), dim: paint("dim"), strong: paint("bold") };
}
