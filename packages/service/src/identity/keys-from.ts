import { type KeySource, keysFromFile } from "./keys.js";
import { keysFromUrl } from "./keys-from-url.js";
import { isKeysUrl } from "./keys-url.js";

/**
 * Keys from a file or a URL.
 * @param location an `https://` URL, an `http://` URL of this machine, or the path of a file
 * @throws StartError if it holds no usable key, or cannot be read
 */
export async function keysFrom(location: string): Promise<KeySource> {
  return isKeysUrl(location) ? keysFromUrl(new URL(location)) : keysFromFile(location);
}
