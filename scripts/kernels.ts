// npm run tool -- kernels: compiles packages/speech/kernels (AssemblyScript) into packages/speech/src/kernel-code.ts.
import { writeFileSync } from 'node:fs'
import { compileKernels, kernelCodeFile } from './compile-kernels.ts'

writeFileSync(kernelCodeFile, await compileKernels())
