import { defineMessages } from '../../text/messages.ts'

/** Texts for list views. */
export const viewMessages = defineMessages({
  view: { zh: '视图', en: 'View' },
  viewNamed: { zh: '视图：{name}', en: 'View: {name}' },
  changed: { zh: '（已修改）', en: ' (changed)' },
  mine: { zh: '我的视图', en: 'My views' },
  standard: { zh: '系统默认', en: 'Standard' },
  byDefault: { zh: '默认', en: 'default' },
  save: { zh: '保存修改', en: 'Save changes' },
  saveAs: { zh: '另存为新视图…', en: 'Save as a new view…' },
  rename: { zh: '重命名…', en: 'Rename…' },
  makeDefault: { zh: '设为默认打开', en: 'Open by default' },
  endDefault: { zh: '取消默认打开', en: 'No longer open by default' },
  share: { zh: '复制分享链接', en: 'Copy link to share' },
  remove: { zh: '删除视图', en: 'Delete view' },
  removeOne: { zh: '删除视图“{name}”？', en: 'Delete the view "{name}"?' },
  name: { zh: '视图名称', en: 'Name of the view' },
  nameEmpty: { zh: '请输入名称', en: 'Enter a name' },
  nameLong: { zh: '最多 {limit} 个字', en: 'At most {limit} characters' },
  nameTaken: { zh: '已有同名视图', en: 'Another view has this name' },
  tooMany: {
    zh: '每个列表最多 {limit} 个视图，请先删除不用的',
    en: 'A list has at most {limit} views; delete one first',
  },
  saved: { zh: '视图“{name}”已保存', en: 'View "{name}" saved' },
  copied: {
    zh: '链接已复制，有此页面权限的同事可打开并保存',
    en: 'Link copied; colleagues with the role of this page can open and keep it',
  },
  visiting: {
    zh: '正在查看 {person} 分享的视图“{name}”',
    en: '"{name}", a view shared by {person}',
  },
  keep: { zh: '保存到我的视图', en: 'Keep as my view' },
  leave: { zh: '返回我的列表', en: 'Back to my list' },
  ok: { zh: '保存', en: 'Save' },
})
