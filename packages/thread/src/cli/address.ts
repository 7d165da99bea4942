import { InvalidArgumentError } from "commander";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Where HTTP is served by default: for this machine alone. */
export const DEFAULT_ADDRESS: Address = { host: "127.0.0.1", port: 8201 };

/** @throws InvalidArgumentError for a text that is not `[HOST:]PORT` */
export function readAddress(text: string): Address {
  const [, host = DEFAULT_ADDRESS.host, port = ""] = /^(?:(.+):)?(\d{1,5})$/u.exec(text) ?? [];
  if (port === "" || Number(port) > 65_535) {
    throw new InvalidArgumentError("It takes a port from 0 to 65535, or a host and a port, such as 127.0.0.1:8201.");
  }
  return { host: host.replace(/^\[(.*)\]$/u, "$1"), port: Number(port) };
}
