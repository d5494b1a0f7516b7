import type { ChildProcess } from 'node:child_process'

export const RADOSGW_NEEDS: { command: string; package: string }[]

/** True as root where Ceph's packages are installed. */
export function canStartRadosgw(): boolean

export type S3Variables = {
  S3_ENDPOINT: string
  S3_BUCKET: string
  S3_ACCESS_KEY_ID: string
  S3_SECRET_ACCESS_KEY: string
}

export function startRadosgw(options?: { bytes?: number; tls?: { key: string; cert: string } }): Promise<{
  environment: S3Variables
  tlsPort: number | undefined
  process: ChildProcess
  stop(): Promise<void>
}>
