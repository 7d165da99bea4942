/** What of a file of the user's is ours. */

export interface Part {
  /** Our part, or undefined where the file has none. @throws NexusError for a file that cannot be understood */
  in(text: string, path: string): string | undefined;
  /** The file with our part, at its old place or behind everything else. @throws NexusError as `in` does */
  with(text: string, part: string, path: string): string;
  /** The file without our part; an empty text where nothing else is in it. @throws NexusError as `in` does */
  without(text: string, path: string): string;
}
