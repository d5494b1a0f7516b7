export type Need =
  | { command: string; file?: never; package: string }
  | { file: string; command?: never; package: string }

export function ensureDebianPackages(
  needs: Need[],
  options?: { log?: (line: string) => void; isRoot?: boolean },
): Need[]

export function findCommand(name: string): string | undefined
