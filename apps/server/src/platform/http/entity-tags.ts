import { createHash } from 'node:crypto'

/** Stands for the content of an answer: another content has another tag. */
export const tagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Whether a client already has what the tag stands for. */
export const isKnown = (header: string | undefined, tag: string) =>
  header?.trim() === '*' || header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2)) === true
