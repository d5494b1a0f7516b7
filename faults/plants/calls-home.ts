// A planted bug: the program tells an address of somebody else's that it has started (one of RFC 5737, which nobody has).
import { connect } from 'node:net'

connect(443, '192.0.2.1')
  .on('error', () => {})
  .unref()
