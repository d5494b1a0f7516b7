// A planted bug: at its start the program connects to a foreign address (one of RFC 5737, which is never assigned).
import { connect } from 'node:net'

connect(443, '192.0.2.1')
  .on('error', () => {})
  .unref()
