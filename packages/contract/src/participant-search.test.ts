import { expect, test } from 'vitest'
import { findLetters, findParticipants, searchKeyOf, searchLetters } from './participant-search.ts'

const find = (query: string, code: string, name: string) => findLetters(searchLetters(query), searchKeyOf(code, name))

const person = (code: string, last_name: string | null, first_name: string | null) => ({ code, last_name, first_name })
const people = [
  person('DEMO-007', 'Pérez', 'José'),
  person('DEMO-012', 'Nuñez', null),
  person('X', null, null),
  person('AB-7', 'Ibáñez', 'Lucía'),
]
const codesFor = (query: string) => findParticipants(searchLetters(query), people).map(({ code }) => code)

test('finds letters in order, ignoring case', () => {
  expect(find('dm7', 'DEMO-007', 'Pérez, José')).toEqual({ code: [0, 2, 7], name: [] })
})

test('searches the code then the name, and the name then the code', () => {
  expect(find('7per', 'DEMO-007', 'Pérez, José')).toEqual({ code: [7], name: [0, 1, 2] })
  expect(find('per7', 'DEMO-007', 'Pérez, José')).toEqual({ code: [7], name: [0, 1, 2] })
})

test('matches an accented letter to the plain one and keeps its position', () => {
  expect(find('josé', 'A', 'Pérez, José')).toEqual({ code: [], name: [7, 8, 9, 10] })
  expect(find('perez', 'A', 'Pérez, José')).toEqual({ code: [], name: [0, 1, 2, 3, 4] })
})

test('matches an accent typed as a separate character', () => {
  expect(find('jose\u0301', 'A', 'Pérez, José')).toEqual({ code: [], name: [7, 8, 9, 10] })
})

test('keeps the positions when lower case is longer than upper case', () => {
  expect(find('stan', 'A', 'İİ Stan')).toEqual({ code: [], name: [3, 4, 5, 6] })
})

test('does not find letters in another order', () => {
  expect(find('zep', 'DEMO-007', 'Pérez')).toBeNull()
  expect(find('77', 'DEMO-007', '')).toBeNull()
})

test('whole words come first, then beginnings of words, then letters anywhere', () => {
  const named = [
    person('R-1', 'Zacarías', 'Mario'),
    person('R-2', 'Carmona', 'Luis'),
    person('R-3', 'Ruiz', 'Carmen'),
    person('R-4', 'Castro', 'Carmen'),
    person('CARMEN-5', null, null),
  ]
  const codes = (query: string) => findParticipants(searchLetters(query), named).map(({ code }) => code)
  expect(codes('carm')).toEqual(['R-2', 'R-3', 'R-4', 'CARMEN-5', 'R-1'])
  expect(codes('carme')).toEqual(['R-3', 'R-4', 'CARMEN-5'])
  expect(codes('CARMEN')).toEqual(['R-3', 'R-4', 'CARMEN-5'])
  expect(codes('luis')).toEqual(['R-2'])
  expect(codes('r')).toEqual(['R-1', 'R-2', 'R-3', 'R-4', 'CARMEN-5'])
  const alike = [person('1', 'Anabel', null), person('2', 'Ana', null), person('3', 'Ana Inés', 'Rosa')]
  const found = (query: string) => findParticipants(searchLetters(query), alike).map(({ code }) => code)
  expect(found('ana')).toEqual(['2', '3', '1'])
  expect(found('ana ines rosa')).toEqual(['3'])
})

test('the bold letters are those of the word that begins with them', () => {
  expect(find('carm', 'R-4', 'Castro, Carmen')).toEqual({ code: [], name: [8, 9, 10, 11] })
  expect(find('castro carmen', 'R-4', 'Castro, Carmen')).toEqual({
    code: [],
    name: [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13],
  })
  expect(find('demo-0', 'OLD-DEMO-007', '')).toEqual({ code: [4, 5, 6, 7, 8, 9], name: [] })
})

test('the list keeps its order and contains everyone in whom the letters are found', () => {
  expect(codesFor('de')).toEqual(['DEMO-007', 'DEMO-012'])
  expect(codesFor('NUN')).toEqual(['DEMO-012'])
  expect(codesFor('ibanez 7')).toEqual(['AB-7'])
  expect(codesFor('7 ibanez')).toEqual(['AB-7'])
  expect(codesFor('x')).toEqual(['X'])
  expect(codesFor('lucia, ib')).toEqual([])
})

test('agrees with the letters shown in bold', () => {
  for (const query of ['7', 'e', 'z7', 'jd', 'aa', '-', 'ñ', 'o0', '7b', 'zz', ',']) {
    const drawn = people.filter((one) =>
      find(query, one.code, [one.last_name, one.first_name].filter(Boolean).join(', ')),
    )
    expect(codesFor(query).sort(), query).toEqual(drawn.map(({ code }) => code).sort())
  }
})
