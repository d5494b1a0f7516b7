import { count, describe, type FunctionDescription } from './description.ts'

export const contentUnits: FunctionDescription = {
  window: 'all words of the transcript that are the participant’s; times are those of the function timing',
  source: 'own lists of each picture and story (packages/content/content-units), and the examiner’s decisions',
  measures: {
    content_units: count(
      'higher_better',
      'Elements of the picture or story that were said, by a list of words or by the examiner’s decision.',
      'How much of the content was conveyed. It depends on this picture or story and is not compared with norms.',
    ),
    content_units_pct: describe(
      '%',
      'higher_better',
      'Share of the item’s elements that were said.',
      'The same, for items with different numbers of elements; their difficulty still differs.',
    ),
    content_units_per_min: describe(
      '1/min',
      'higher_better',
      'Elements that were said over the minutes from the first to the last sound.',
      'How efficiently content is conveyed.',
    ),
    undecided_units: count(
      'neutral',
      'Elements about which an examiner has to decide: the words may mean them, or no list has them.',
      'While there are some, the count is provisional.',
    ),
  },
}
