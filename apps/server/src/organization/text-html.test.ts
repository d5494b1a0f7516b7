import { expect, test } from 'vitest'
import { asHtml } from './text-html.ts'

test('empty lines separate paragraphs, and marks begin headings and lists', () => {
  const text = ' Primero.\nSigue.\n\n\n# Datos\nSe guardan:\n- nombres\n- voces\nFin.\r\n\r\nOtro'
  expect(asHtml('<h2>T</h2>', text)).toBe(
    '<h2>T</h2><p>Primero.<br>Sigue.</p><h3>Datos</h3><p>Se guardan:</p>' +
      '<ul><li>nombres</li><li>voces</li></ul><p>Fin.</p><p>Otro</p>',
  )
})

test('everything else is text, also what looks like HTML or a mark', () => {
  expect(asHtml('', '<script>alert("x")</script>\n# <b>&\n- \'<img src=x onerror=y>\n-5 %\n#1')).toBe(
    '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p><h3>&lt;b&gt;&amp;</h3>' +
      '<ul><li>&#39;&lt;img src=x onerror=y&gt;</li></ul><p>-5 %<br>#1</p>',
  )
})
