import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Replacements for the folders of the user. */
export interface UserFolders {
  /** Absolute path of the home folder. */
  readonly home: string;
  /** Absolute path of the folder for temporary files. */
  readonly temporary: string;
}

/** Variables of programs that otherwise look for their tools below the home folder. */
const TOOLS: Readonly<Record<string, string>> = {
  ASDF_DATA_DIR: ".asdf",
  BUN_INSTALL: ".bun",
  CARGO_HOME: ".cargo",
  GOPATH: "go",
  GRADLE_USER_HOME: ".gradle",
  NVM_DIR: ".nvm",
  PYENV_ROOT: ".pyenv",
  PYTHONUSERBASE: ".local",
  RBENV_ROOT: ".rbenv",
  RUSTUP_HOME: ".rustup",
  SDKMAN_DIR: ".sdkman",
  VOLTA_HOME: ".volta",
  npm_config_cache: ".npm",
  npm_config_userconfig: ".npmrc",
};

/** Variables for the data of programs. Below the replaced home, their folders are empty, as for a new user. */
const STORES: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: ".cache",
  XDG_CONFIG_HOME: ".config",
  XDG_DATA_HOME: ".local/share",
  XDG_STATE_HOME: ".local/state",
};

const realHome = homedir();

/**
 * Variables that replace the user folders for a program, but let it find its tools.
 * @param environment the environment of the program without them
 */
export function userEnvironment(
  { home, temporary }: UserFolders,
  environment: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const tools = Object.entries(TOOLS).filter(
    ([name, folder]) => environment[name] === undefined && existsSync(join(realHome, folder)),
  );
  const stores = Object.entries(STORES).filter(([name]) => environment[name] !== undefined);
  return {
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ...Object.fromEntries(tools.map(([name, folder]) => [name, join(realHome, folder)])),
    ...Object.fromEntries(stores.map(([name, folder]) => [name, join(home, folder)])),
  };
}
