import { defineMessages } from '../text/messages.ts'

export const createMessages = defineMessages({
  primary: { zh: '{verb}（Ctrl+Enter）', en: '{verb} (Ctrl+Enter)' },
  saveDraft: { zh: '存为草稿（Ctrl+S）', en: 'Save as draft (Ctrl+S)' },
  discard: { zh: '清空', en: 'Discard' },
  discardAll: { zh: '清空已填写的内容？', en: 'Discard everything filled in?' },
  addSources: { zh: '继续选择来源行', en: 'Choose more source lines' },
  addStock: { zh: '继续选择库存', en: 'Choose more stock' },
  backToForm: { zh: '返回填写', en: 'Back to the form' },
  inForm: { zh: '表单中已有 {count} 行', en: '{count} {count|line is|lines are} in the form' },
  restored: { zh: '已恢复 {at} 未完成的内容', en: 'Restored what was left unfinished at {at}' },
  remembered: {
    zh: '已按上次填入{names}，请核对',
    en: 'Filled in as last time, please check: {names}',
  },
  nothingYet: {
    zh: '{count} 行目前没有可处理的数量（检验未完成，或已被草稿占用），未带入',
    en: 'Nothing of {count} {count|line|lines} can be taken up yet (an inspection is open, or drafts hold them); they were left out',
  },
  taken: {
    zh: '{which}，未带入',
    en: '{which}; left out',
  },
  takenLine: { zh: '{source} 已有 {by}', en: '{source} has {by} already' },
  mixed: {
    zh: '所选行的{names}不一致：{which}；请分开建单',
    en: 'The chosen lines differ in {names}: {which}; make separate documents',
  },
  mixedMore: { zh: '{which}等 {count} 种', en: '{which} and others, {count} in all' },
  tooMany: {
    zh: '已选 {count} 行，一张单据最多 {limit} 行；请缩小筛选，分开建单',
    en: '{count} {count|row is|rows are} selected, a document takes {limit} at most; narrow the filters and make several documents',
  },
  mixedValue: { zh: '{value}（如 {line}）', en: '{value} (such as {line})' },
  formValue: { zh: '{value}（表单已填）', en: '{value} (in the form)' },
  signFirst: { zh: '请先签名', en: 'Sign first' },
  confirm: { zh: '{verb}：核对将发生的变化', en: '{verb}: check what will change' },
})
