import { serializerCompiler as encodeAndSerialize } from 'fastify-type-provider-zod'
import { serializerCompiler } from '../platform/http/serialize.ts'

/** Refuses what the whole schema refuses, formats and ranges too, and an answer that is written otherwise than by zod. */
export const comparedSerializer: typeof serializerCompiler = (route) => {
  const inFull = encodeAndSerialize(route)
  const compiled = serializerCompiler(route)
  return (answer) => {
    const [expected, written] = [inFull(answer), compiled(answer)]
    if (written !== expected) throw new Error(`${route.method} ${route.url} is written otherwise than by its schema`)
    return written
  }
}
