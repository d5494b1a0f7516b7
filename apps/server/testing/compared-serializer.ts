import { serializerCompiler as encodeAndSerialize } from 'fastify-type-provider-zod'
import { serializerCompiler } from '../src/platform/http/serialize.ts'

/** Refuses what zod refuses, including formats and ranges, and an answer that differs from zod's output. */
export const comparedSerializer: typeof serializerCompiler = (route) => {
  const inFull = encodeAndSerialize(route)
  const compiled = serializerCompiler(route)
  return (answer) => {
    const [expected, written] = [inFull(answer), compiled(answer)]
    if (written !== expected) throw new Error(`${route.method} ${route.url} serialises differently from its schema`)
    return written
  }
}
