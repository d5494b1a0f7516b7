import { join } from 'node:path'
import asc from 'assemblyscript/asc'

const folder = join(import.meta.dirname, '../packages/speech')
export const kernelCodeFile = join(folder, 'src/kernel-code.ts')

/** The text of `kernelCodeFile`. @throws {Error} with the compiler's message when a kernel does not compile */
export async function compileKernels(): Promise<string> {
  const options = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--noAssert', '--use', 'abort=']
  let code: Uint8Array | undefined
  const where = ['kernels.ts', '--baseDir', join(folder, 'kernels'), '--outFile', 'kernels.wasm']
  const { error, stderr } = await asc.main([...where, ...options], {
    writeFile: (_, contents) => {
      code = contents as Uint8Array
    },
  })
  if (error !== null || code === undefined) throw new Error(`${error?.message}\n${stderr}`)
  return [
    '// Made from packages/speech/kernels by npm run tool -- kernels.',
    `export const kernelCode =\n  '${Buffer.from(code).toString('base64')}'`,
    '',
  ].join('\n')
}
