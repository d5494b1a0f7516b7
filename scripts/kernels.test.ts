import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileKernels, kernelCodeFile } from './compile-kernels.ts'

test('the committed kernels match their source (npm run tool -- kernels)', async () => {
  expect(await compileKernels()).toBe(readFileSync(kernelCodeFile, 'utf8'))
})
