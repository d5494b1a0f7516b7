import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileKernels, kernelCodeFile } from './compile-kernels.ts'

test('the committed kernels are those of their source (npm run kernels)', async () => {
  expect(await compileKernels()).toBe(readFileSync(kernelCodeFile, 'utf8'))
})
