export const DEBIAN_POSTGRES: string

export function startDebianPostgres(options: { dataDir: string }): Promise<{ url: string; stop(): Promise<void> }>
