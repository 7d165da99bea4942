/** Tells text in UTF-16, as PowerShell and some editors write it, from text in UTF-8. */

/** Enough to tell, however long the text is. */
const LOOKED_AT = 4_000;

/** The end of a line, a dot and a slash cannot be the whole name of a file. */
const NO_NAME = [0x0a, 0x2e, 0x2f];

/**
 * Whether bytes are UTF-16: by their byte order mark, or by a null character at nearly every second byte. A list of
 * `git -z` has one behind each name, and at every second byte where all names have one letter; then no letter comes
 * twice, and none is a slash, a dot or the end of a line.
 */
export function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  if (!bytes.subarray(0, LOOKED_AT).includes(0)) return false;
  const pairs = Math.floor(Math.min(bytes.length, LOOKED_AT) / 2);
  if (pairs < 2) return false;
  return [1, 0].some((high) => {
    const letters: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const letter = bytes[pair * 2 + 1 - high] ?? 0;
      if (bytes[pair * 2 + high] === 0 && letter !== 0) letters.push(letter);
    }
    const isNameList = new Set(letters).size === letters.length && !letters.some((letter) => NO_NAME.includes(letter));
    return letters.length >= pairs * 0.8 && !isNameList;
  });
}
