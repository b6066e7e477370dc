import { defineMessages } from '../../kit/text/messages.ts'

/** Texts of the palette. */
export const findingMessages = defineMessages({
  find: { zh: '查找', en: 'Find' },
  findWithKey: { zh: '查找（Ctrl+K）', en: 'Find (Ctrl+K)' },
  placeholder: {
    zh: '页面、拼音、单号、序列号、物料、货位、供应商、操作',
    en: 'Page, document or serial number, material, bin, supplier, action',
  },
  documents: { zh: '单据', en: 'Documents' },
  pieces: { zh: '序列号', en: 'Serial numbers' },
  masters: { zh: '主数据', en: 'Master data' },
  recents: { zh: '最近使用', en: 'Recent' },
  favourites: { zh: '收藏', en: 'Favourites' },
  pages: { zh: '页面', en: 'Pages' },
  actions: { zh: '操作', en: 'Actions' },
  nothing: { zh: '没有找到“{text}”', en: 'Nothing found for "{text}"' },
  searching: { zh: '正在查找单据…', en: 'Looking for documents…' },
  failed: { zh: '单据查找失败', en: 'Documents could not be looked up' },
  count: { zh: '{count} 项结果', en: '{count} {count|result|results}' },
  choose: { zh: '选择', en: 'choose' },
  open: { zh: '打开', en: 'open' },
  close: { zh: '关闭', en: 'close' },
})
