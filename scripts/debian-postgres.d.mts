export const DEBIAN_POSTGRES: string

export function startDebianPostgres(options: {
  dataDir: string
  durable?: boolean
}): Promise<{ url: string; stop(): Promise<void> }>
