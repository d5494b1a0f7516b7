import { expect, test } from 'vitest'
import { indexNames } from '../name-index.ts'
import { isOpenUnit, measureContentUnits } from './content-units.ts'
import { findContentUnits } from './find-units.ts'
import { formWord, type UnitPattern } from './unit-rules.ts'

const lists = {
  stopWords: new Set<string>(),
  fillers: new Set(['um']),
  doubtfulFillers: new Set<string>(),
  elisions: ["l'"],
}
const negation = {
  negations: new Set(['no', "don't", 'not']),
  harmless: indexNames([['know', ['i', "don't", 'know']]]),
  turns: new Set(['but', 'and']),
}

const pattern = (...groups: string[]): UnitPattern =>
  groups.map((group) => ({
    isNegated: group.startsWith('-'),
    forms: group
      .replace('-', '')
      .split('|')
      .map((form) => form.split('_').map(formWord)),
  }))

const kite = {
  unit: 'a girl flies a kite',
  said: [pattern('girl|kid*|young_lady', 'fly*|flies|flown', 'kite*')],
  unsure: [pattern('kite*')],
}

const find = (text: string, rules = kite) => {
  const spoken = text.split(' ')
  const [found] = findContentUnits(spoken, [{ unit: rules.unit, rules }], lists, negation)
  return [found!.found, found!.places.map((place) => spoken[place]).join(' ')]
}

test('a unit is said when all its groups lie near to one another, in any order and form', () => {
  expect(find('the girl is flying a Kite.')).toEqual(['said', 'girl flying Kite.'])
  expect(find('a kite is flown by kids')).toEqual(['said', 'kite flown kids'])
  expect(find('a young lady flies kites')).toEqual(['said', 'young lady flies kites'])
})

test('groups further apart than eight words, or in other sentences, are not one unit', () => {
  expect(find('girl a b c d e f flies kite')[0]).toBe('said')
  expect(find('girl a b c d e f g flies kite')[0]).toBe('unsure')
  expect(find('A girl. It flies, a kite.')).toEqual(['unsure', 'kite.'])
})

test('one word cannot stand for two groups', () => {
  const two = { unit: 'two', said: [pattern('dog*', 'dog*')], unsure: [] }
  expect(find('a dog', two)[0]).toBe('not_said')
  expect(find('a dog and dogs', two)[0]).toBe('said')
})

test('what is denied does not count, up to three words after the negation and within the clause', () => {
  const dog = { unit: 'a dog', said: [pattern('dog')], unsure: [] }
  expect(find('there is no dog', dog)[0]).toBe('not_said')
  expect(find("I don't see a dog", dog)[0]).toBe('not_said')
  expect(find("I don't see in it a dog", dog)[0]).toBe('said')
  expect(find('no, a dog', dog)[0]).toBe('said')
  expect(find('no cat but dog', dog)[0]).toBe('said')
  expect(find("I don't know dog", dog)[0]).toBe('said')
  expect(find('there is no dog. Ah a dog', dog)).toEqual(['said', 'dog'])
})

test('a unit that is a denial asks for the negation', () => {
  const know = { unit: 'did not know them', said: [pattern('-knew|know', 'child*')], unsure: [] }
  expect(find('she did not know the children', know)[0]).toBe('said')
  expect(find('she knew the children', know)[0]).toBe('not_said')
})

test('filled pauses, fragments and words of somebody else are not there', () => {
  expect(find('girl um um um um um um fly- um um flies um kite')[0]).toBe('said')
  const spoken = ['girl', 'flies', null, 'kite']
  expect(findContentUnits(spoken, [{ unit: kite.unit, rules: kite }], lists, negation)[0]).toEqual({
    unit: kite.unit,
    found: 'unsure',
    places: [3],
  })
})

test('accents, elisions and hyphens do not matter', () => {
  const tree = { unit: 'tree', said: [pattern('ecole', 'cerf_volant')], unsure: [] }
  expect(find("L'école, le cerf-volant", tree)).toEqual(['said', "L'école, cerf-volant"])
})

test('the earliest and shortest match gives the words', () => {
  expect(find('kid girl flies kite kite')).toEqual(['said', 'kid flies kite'])
  const two = { unit: 'x', said: [pattern('late'), pattern('early')], unsure: [] }
  expect(find('early late', two)).toEqual(['said', 'early'])
})

const unit = (found: 'said' | 'unsure' | 'not_said' | 'no_list', choice: 'said' | 'not_said' | null = null) => ({
  unit: 'u',
  found,
  places: [],
  choice,
})

test('counts what was said, with the decisions of the examiner instead of the list', () => {
  const units = [unit('said'), unit('said', 'not_said'), unit('unsure'), unit('not_said', 'said')]
  expect(measureContentUnits(units, 30).scores).toEqual({
    content_units: 2,
    content_units_pct: 50,
    content_units_per_min: 4,
    undecided_units: 1,
  })
  expect(units.map(isOpenUnit)).toEqual([false, false, true, false])
  expect(measureContentUnits(units, null).missing).toEqual({ content_units_per_min: 'no_speech' })
})

test('without a list nothing is counted until the examiner has decided about every unit', () => {
  const { scores, missing } = measureContentUnits([unit('no_list', 'said'), unit('no_list')], 30)
  expect(scores).toEqual({ undecided_units: 1 })
  expect(missing).toEqual({
    content_units: 'undecided_units',
    content_units_pct: 'undecided_units',
    content_units_per_min: 'undecided_units',
  })
  const done = measureContentUnits([unit('no_list', 'said'), unit('no_list', 'not_said')], 30)
  expect(done.scores).toMatchObject({ content_units: 1, content_units_pct: 50 })
})
