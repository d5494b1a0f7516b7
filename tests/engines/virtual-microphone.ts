import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeWav16 } from '@fonema/speech'

const seconds = 900

export type VirtualMicrophone = Awaited<ReturnType<typeof openMicrophone>>

/** The sound of the microphone: a gliding voice in phrases over a little noise, so that no two moments are alike. */
function makeSource(rateHz: number): Int16Array {
  const samples = new Int16Array(seconds * rateHz)
  let state = 1
  let phase = 0
  for (let i = 0; i < samples.length; i++) {
    const time = i / rateHz
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    phase += (2 * Math.PI * (160 + 45 * Math.sin(0.9 * time) + 10 * Math.sin(5.3 * time))) / rateHz
    const within = time % 2.1
    const envelope = within < 1.6 ? Math.min(1, within / 0.08, (1.6 - within) / 0.08) : 0
    const voice = Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.4 * Math.sin(3 * phase) + 0.2 * Math.sin(5 * phase)
    samples[i] = Math.round(envelope * 6500 * voice + (state >> 28))
  }
  return samples
}

/** A sound server of its own, whose microphone is a file. The loop is exact to the sample. */
export async function openMicrophone(rateHz: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-engines-'))
  const socket = path.join(folder, 'pulse')
  const commands = path.join(folder, 'commands')
  const source = makeSource(rateHz)
  const file = path.join(folder, 'known.wav')
  await writeFile(file, writeWav16(source, rateHz))
  // Chromium takes the server's rate for that of its devices.
  await mkdir(path.join(folder, '.config/pulse'), { recursive: true })
  await writeFile(path.join(folder, '.config/pulse/daemon.conf'), `default-sample-rate = ${rateHz}\n`)
  const environment = {
    ...process.env,
    PULSE_SERVER: `unix:${socket}`,
    PULSE_RUNTIME_PATH: folder,
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, '.config'),
  }
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    `module-null-sink sink_name=mic rate=${rateHz} format=s16le channels=1`,
    `module-null-sink sink_name=speakers rate=${rateHz} format=s16le channels=2`,
    'module-remap-source source_name=voice master=mic.monitor',
    `module-cli-protocol-unix socket=${commands}`,
  ]
  const server = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', ...modules.flatMap((line) => ['-L', line])],
    { env: environment, stdio: 'ignore' },
  )
  const control = (...words: string[]) =>
    execFileSync('pactl', words, { env: environment, encoding: 'utf8', stdio: 'pipe' })
  for (;;) {
    try {
      control('set-default-sink', 'speakers')
      control('set-default-source', 'voice')
      break
    } catch (error) {
      if (server.exitCode !== null) throw error
      await sleep(100) // not listening yet
    }
  }
  let playing: ChildProcess | null = null
  return {
    rateHz,
    source,
    environment,
    play() {
      playing?.kill()
      playing = spawn('paplay', ['-d', 'mic', file], { env: environment, stdio: 'ignore' })
    },
    /**
     * Ends the microphone and what records from it, as when the only one is pulled out. If only the microphone went,
     * PulseAudio would move a recording to another source, and the monitor of the speakers is always one.
     */
    async unplug() {
      const ids = Array.from(control('list', 'short', 'source-outputs').matchAll(/^\d+/gm), ([id]) => id)
      if (ids.length === 0) throw new Error('nothing records from the microphone')
      const connection = connect(commands)
      connection.end(ids.map((id) => `kill-source-output ${id}\n`).join(''))
      connection.resume()
      await once(connection, 'close')
    },
    plugIn() {
      control('load-module', 'module-remap-source', 'source_name=voice', 'master=mic.monitor')
      control('set-default-source', 'voice')
    },
    async close() {
      playing?.kill()
      server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
