// Reports that it has read a recording, and waits until it is ended.

process.on('message', () => {
  process.send?.({ decodedSeconds: 1 })
  process.send?.('waiting')
})
