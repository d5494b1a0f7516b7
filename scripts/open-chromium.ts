import { chromium } from 'playwright'
import { ensureDebianPackages } from './debian-packages.mjs'

const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** Allows the microphone, which is a device of Chromium's own. */
export const fakeMicrophone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'] as const

/**
 * Chromium without a window, installed where that is possible; CHROMIUM sets the path of another one. Open it before a
 * clinic is started: without a browser, nothing is left running.
 */
export function openChromium(...more: readonly string[]) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  if (process.env.CHROMIUM === undefined) ensureDebianPackages([{ command: 'chromium', package: 'chromium' }])
  return chromium.launch({ executablePath, args: [...flags, ...more] })
}
