// A planted bug: nothing waits for the disk any more. No test that kills only the process can see it.
import { open } from 'node:fs/promises'

const handle = await open(import.meta.filename)
Object.getPrototypeOf(handle).sync = async () => {}
await handle.close()
