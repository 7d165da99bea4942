import { reasonOf } from "nexus-core/base";

/** Why an address cannot be listened on, and what to do. */
export function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): string {
  const where = `${host}:${port}`;
  switch (error.code) {
    case "EADDRINUSE":
      return `${where} is taken by another program. Choose another port with --http.`;
    case "EACCES":
      return `${where} may not be listened on. Choose a port from 1024 upwards with --http.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine. Choose another one with --http.`;
    default:
      return `${where} cannot be listened on: ${reasonOf(error)}.`;
  }
}
