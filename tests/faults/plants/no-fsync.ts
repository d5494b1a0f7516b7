// A planted bug: nothing waits for the disk. A test that kills only the process cannot detect it.
import { open } from 'node:fs/promises'

const handle = await open(import.meta.filename)
Object.getPrototypeOf(handle).sync = async () => {}
await handle.close()
