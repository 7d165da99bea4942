/** Whether keys are read from a URL; everything else is a path. */
export function isKeysUrl(location: string): boolean {
  return /^https?:\/\//i.test(location) && URL.canParse(location);
}
