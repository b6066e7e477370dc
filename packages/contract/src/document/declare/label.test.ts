import { expect, test } from 'vitest'
import { inSentence, label } from './label.ts'

test('a label within a sentence begins with a small letter, an abbreviation stays', () => {
  const inEnglish = (en: string) => inSentence(label('单', en)).en
  expect(inEnglish('Storage bin')).toBe('storage bin')
  expect(inEnglish('SAP purchase order')).toBe('SAP purchase order')
  expect(inEnglish('G/L account')).toBe('G/L account')
  expect(inSentence(label('货位', 'Bin')).zh).toBe('货位')
})
