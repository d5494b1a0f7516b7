type Message = { name: string; bytes: Buffer }
type Target = { token: string; item: string; file: string }

const crlf = '\r\n'

/** Messages that our clients never send, each with a name that says what is wrong. */
export function malformedMessages(target: Target, random: () => number): Message[] {
  return [
    ...Object.entries({ ...requestLines(), ...headerLines(target), ...lengths(target), ...bodies(target) }).map(
      ([name, text]) => ({ name, bytes: Buffer.from(text, 'latin1') }),
    ),
    ...forms(target),
    ...cutForms(target, random),
  ]
}

const get = (line: string, headers: string[] = ['Host: a']) => [line, ...headers, '', ''].join(crlf)

function requestLines(): Record<string, string> {
  // Node accepts a request line without a version and one with two blanks.
  const lines = {
    'version 3.0': 'GET /api/health HTTP/3.0',
    'version of words': 'GET /api/health HTTP/one',
    'another protocol': 'GET /api/health FTP/1.1',
    'an unknown method': 'STEAL /api/user/user_info/ HTTP/1.1',
    'a method in small letters': 'get /api/health HTTP/1.1',
    'a method with a zero byte': 'G\0T /api/health HTTP/1.1',
    'a tab': 'GET\t/api/health\tHTTP/1.1',
    'a zero byte in the path': 'GET /api/nothing\0 HTTP/1.1',
    'a control character in the path': 'GET /api/\u0001 HTTP/1.1',
    'a path of 20 kB': `GET /api/${'a'.repeat(20_000)} HTTP/1.1`,
    'a query of 20 kB': `GET /api/user/participants/?a=${'a'.repeat(20_000)} HTTP/1.1`,
    'a path with ..': 'GET /assets/../../../../etc/passwd HTTP/1.1',
    'a path with encoded ..': 'GET /assets/%2e%2e%2f%2e%2e%2fetc/passwd HTTP/1.1',
    'a path with twice encoded ..': 'GET /media/%252e%252e%252fetc/passwd HTTP/1.1',
    'a path with .. and backslashes': 'GET /assets/..\\..\\etc\\passwd HTTP/1.1',
    'a path that is not decodable': 'GET /api/%ZZ/ HTTP/1.1',
    'a path of half a character': 'GET /api/%c3%28/ HTTP/1.1',
    'a surrogate in the path': 'GET /api/%ed%a0%80/ HTTP/1.1',
    CONNECT: 'CONNECT 127.0.0.1:22 HTTP/1.1',
    TRACE: 'TRACE /api/health HTTP/1.1',
    PUT: 'PUT /api/user/user_info/ HTTP/1.1',
    nothing: '',
    'a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM',
    'random bytes': '\x80\x81\x00\xff\xfe',
    'a mail': 'HELO me',
  }
  return Object.fromEntries(Object.entries(lines).map(([name, line]) => [`request line: ${name}`, get(line)]))
}

function headerLines({ token }: Target): Record<string, string> {
  const line = 'GET /api/user/user_info/ HTTP/1.1'
  const headers: Record<string, string[]> = {
    'no host': [],
    'two hosts': ['Host: a', 'Host: b'],
    '40 kB': ['Host: a', `X: ${'x'.repeat(40_000)}`],
    'a name of 40 kB': ['Host: a', `${'x'.repeat(40_000)}: 1`],
    '3,000 headers': ['Host: a', ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`)],
    'no colon': ['Host: a', 'Authorization'],
    'a blank before the colon': ['Host: a', 'Authorization : x'],
    'a blank in the name': ['Host: a', 'Author ization: x'],
    'a zero byte in the name': ['Host: a', 'Auth\0: x'],
    'a zero byte in the value': ['Host: a', 'Authorization: Bearer \0'],
    'a bare carriage return': ['Host: a', `Authorization: ${token}\rX: 1`],
    'a folded line': ['Host: a', 'X: 1', ' more'],
    'a name with an accent': ['Host: a', 'ñ: 1'],
    'no name': ['Host: a', ': 1'],
    'a token of 12 kB': ['Host: a', `Authorization: Bearer ${'a'.repeat(12_000)}`],
    'an escape in the host': ['Host: a\x1b[31m', 'X: 1'],
    'an upgrade': ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'],
    'an upgrade to HTTP/2': ['Host: a', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMA'],
    'an unknown expectation': ['Host: a', 'Expect: the-unexpected'],
    'a meaningless range': ['Host: a', 'Range: bytes=9-1,a-b'],
  }
  return Object.fromEntries(Object.entries(headers).map(([name, each]) => [`headers: ${name}`, get(line, each)]))
}

const post = (path: string, headers: string[], body: string) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', ...headers, '', body].join(crlf)

function lengths({ token }: Target): Record<string, string> {
  const json = ['Content-Type: application/json', `Authorization: ${token}`]
  const sent = (headers: string[], body = '{}') => post('/api/user/participants/', [...json, ...headers], body)
  const chunked = 'Transfer-Encoding: chunked'
  const messages = {
    'length and chunks': sent(['Content-Length: 6', chunked], '0\r\n\r\nG'),
    'chunks and length': sent([chunked, 'Content-Length: 6'], '0\r\n\r\nG'),
    'two lengths': sent(['Content-Length: 2', 'Content-Length: 3']),
    'two equal lengths': sent(['Content-Length: 2', 'Content-Length: 2']),
    'a list of lengths': sent(['Content-Length: 2, 2']),
    'a negative length': sent(['Content-Length: -1']),
    'a length with a plus': sent(['Content-Length: +2']),
    'a length in hexadecimal': sent(['Content-Length: 0x2']),
    'a length of words': sent(['Content-Length: two']),
    'an empty length': sent(['Content-Length: ']),
    'a length beyond 64 bits': sent(['Content-Length: 99999999999999999999']),
    'a length of a terabyte': sent(['Content-Length: 1099511627776']),
    'a length that is not reached': sent(['Content-Length: 500']),
    'chunks twice': sent([chunked, chunked], '0\r\n\r\n'),
    'an unknown transfer encoding': sent(['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
    'chunks after a blank': sent(['Transfer-Encoding : chunked'], '0\r\n\r\n'),
    'chunks not last': sent(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'),
    identity: sent(['Transfer-Encoding: identity'], '0\r\n\r\n'),
    'a chunk without a number': sent([chunked], 'xyz\r\n{}\r\n0\r\n\r\n'),
    'a chunk with a negative length': sent([chunked], '-2\r\n{}\r\n0\r\n\r\n'),
    'a chunk beyond 64 bits': sent([chunked], 'ffffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
    'a chunk that is too long': sent([chunked], '1\r\n{}\r\n0\r\n\r\n'),
    'a chunk with an extension of 40 kB': sent([chunked], `2;${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`),
    'a trailer of 40 kB': sent([chunked], `2\r\n{}\r\n0\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`),
    'a body and a second request in it': sent([chunked], '0\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n'),
  }
  return Object.fromEntries(Object.entries(messages).map(([name, text]) => [`length: ${name}`, text]))
}

function bodies({ token }: Target): Record<string, string> {
  const send = (type: string, body: string, more: string[] = []) =>
    post(
      '/api/user/participants/',
      [`Content-Type: ${type}`, `Authorization: ${token}`, `Content-Length: ${body.length}`, ...more],
      body,
    )
  const json = 'application/json'
  const messages = {
    '300 kB of JSON': send(json, `{"code":"${'x'.repeat(300_000)}"}`),
    '100,000 brackets': send(json, '['.repeat(100_000)),
    'half an object': send(json, '{"code":'),
    'invalid UTF-8': send(json, '{"code":"\xff\xfe"'),
    'a zero byte': send(json, '{"code":"a\0"}'),
    'UTF-16': send('application/json; charset=utf-16', '\xff\xfe{\0}\0'),
    'UTF-7': send('application/json; charset=utf-7', '{"code":"+AD4-"}'),
    text: send('text/plain', '{"code":"x"}'),
    'a URL-encoded form': send('application/x-www-form-urlencoded', 'code=x'),
    'XML with an entity': send('application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    GraphQL: send('application/graphql', '{a}'),
    YAML: send('application/yaml', 'a: !!js/function x'),
    'no type': send('', '{}'),
    'a type of blanks': send('  /  ', '{}'),
    'a type of 8 kB': send(`application/${'x'.repeat(8_000)}`, '{}'),
    gzip: send(json, '\x1f\x8b\x08\0\0', ['Content-Encoding: gzip']),
    'a prototype': send(json, '{"__proto__":{"is_owner":true}}'),
    'a constructor': send(json, '{"constructor":{"prototype":{"is_owner":true}}}'),
    'a million digits': send(json, `{"code":${'9'.repeat(200_000)}}`),
    'two objects': send(json, '{}{}'),
  }
  return Object.fromEntries(Object.entries(messages).map(([name, text]) => [`body: ${name}`, text]))
}

const part = (disposition: string, body: string, type = 'audio/wav') =>
  `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`

/** Each is sent to the item (a recording) and to the files of a participant. */
function forms({ token, item, file }: Target): Message[] {
  const named = (field: string) => `form-data; name="${field}"; filename="a.txt"`
  const kinds: Record<string, (field: string) => { type?: string; body: string }> = {
    'no boundary': (field) => ({ type: 'multipart/form-data', body: `${part(named(field), 'x')}--b--\r\n` }),
    'an empty boundary': (field) => ({
      type: 'multipart/form-data; boundary=',
      body: `${part(named(field), 'x')}--b--`,
    }),
    'another boundary': (field) => ({
      type: 'multipart/form-data; boundary=c',
      body: `${part(named(field), 'x')}--b--`,
    }),
    'a boundary of 5 kB': (field) => ({
      type: `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
      body: `${part(named(field), 'x')}--b--`,
    }),
    'multipart of another kind': (field) => ({ type: 'multipart/mixed; boundary=b', body: part(named(field), 'x') }),
    'no end': (field) => ({ body: part(named(field), 'x') }),
    'half an end': (field) => ({ body: `${part(named(field), 'x')}--b-` }),
    'only an end': () => ({ body: '--b--\r\n' }),
    nothing: () => ({ body: '' }),
    'no headers': () => ({ body: '--b\r\n\r\nx\r\n--b--\r\n' }),
    'a part that is cut in its headers': () => ({ body: '--b\r\nContent-Disp' }),
    'no disposition': () => ({ body: '--b\r\nContent-Type: audio/wav\r\n\r\nx\r\n--b--\r\n' }),
    'no name': () => ({ body: `${part('form-data; filename="a.txt"', 'x')}--b--\r\n` }),
    'a name of __proto__': () => ({ body: `${part('form-data; name="__proto__"', 'x')}--b--\r\n` }),
    'a file of another name': () => ({ body: `${part(named('else'), 'x')}--b--\r\n` }),
    'a file of the name __proto__': () => ({ body: `${part(named('__proto__'), 'x')}--b--\r\n` }),
    'two files': (field) => ({ body: `${part(named(field), 'x')}${part(named(field), 'y')}--b--\r\n` }),
    'a hundred fields': () => ({ body: `${part('form-data; name="a"', 'x').repeat(100)}--b--\r\n` }),
    'a field of 2 MB': () => ({ body: `${part('form-data; name="label"', 'x'.repeat(2_000_000))}--b--\r\n` }),
    'ten thousand headers': () => ({ body: `--b\r\n${'X: 1\r\n'.repeat(10_000)}\r\nx\r\n--b--\r\n` }),
    'bare line feeds': (field) => ({ body: part(named(field), 'x').replaceAll('\r\n', '\n') }),
    'a file of no bytes': (field) => ({ body: `${part(named(field), '')}--b--\r\n` }),
    'a disposition that does not end': (field) => ({ body: `${part(`form-data; name="${field}`, 'x')}--b--\r\n` }),
  }
  return Object.entries({ speech: item, file }).flatMap(([field, path]) =>
    Object.entries(kinds).map(([name, make]) => {
      const { type = 'multipart/form-data; boundary=b', body } = make(field)
      const headers = [`Content-Type: ${type}`, `Authorization: ${token}`, `Content-Length: ${body.length}`]
      return { name: `${field}: ${name}`, bytes: Buffer.from(post(path, headers, body), 'latin1') }
    }),
  )
}

/** A valid form that ends early, with its full length or its actual length in the header. */
function cutForms({ token, item }: Target, random: () => number): Message[] {
  const whole = `${part('form-data; name="take"', '1')}${part('form-data; name="speech"; filename="a.wav"', 'RIFF'.repeat(100))}--b--\r\n`
  return Array.from({ length: 20 }, (_, index) => {
    const cut = whole.slice(0, 1 + Math.floor(random() * (whole.length - 10)))
    const length = index % 2 === 0 ? whole.length : cut.length
    const headers = [
      'Content-Type: multipart/form-data; boundary=b',
      `Authorization: ${token}`,
      `Content-Length: ${length}`,
    ]
    return { name: `cut at ${cut.length} of ${length}`, bytes: Buffer.from(post(item, headers, cut), 'latin1') }
  })
}
