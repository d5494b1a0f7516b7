import { useUploads } from '../uploads.tsx'
import type { WaitingUploadsProps } from './WaitingUploads.tsx'
import { waitingSessions } from './waiting-sessions.ts'

export function KnownUploads({ children }: WaitingUploadsProps) {
  return children(
    waitingSessions(useUploads().uploads.filter(({ kind }) => kind !== 'participant' && kind !== 'survey')),
  )
}
