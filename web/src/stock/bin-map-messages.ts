import { defineMessages } from '../kit/text/messages.ts'

export const mapMessages = defineMessages({
  view: { zh: '显示方式', en: 'View' },
  list: { zh: '列表', en: 'List' },
  map: { zh: '货位图', en: 'Map' },
  place: { zh: '库存地点', en: 'Storage location' },
  placeHint: { zh: '选择库存地点', en: 'Choose a storage location' },
  mode: { zh: '颜色表示', en: 'Colours show' },
  picture: { zh: '图', en: 'Picture' },
  rows: { zh: '明细', en: 'Rows' },
  shownAs: { zh: '图或明细', en: 'Picture or rows' },
  size: { zh: '大小', en: 'Size' },
  small: { zh: '小', en: 'Small' },
  medium: { zh: '中', en: 'Medium' },
  large: { zh: '大', en: 'Large' },
  find: { zh: '物料、描述、批次、货位', en: 'Material, description, batch, bin' },
  found: {
    zh: '{text}：{count} 个货位亮起',
    en: '{text}: {count} {count|bin is|bins are} lit',
  },
  notFound: {
    zh: '{text}：该库存地点没有，或不在您的范围',
    en: '{text}: not in this storage location, or outside your scope',
  },
  help: {
    zh: '方向键移动，回车打开货位',
    en: 'Arrow keys move, Enter opens a bin',
  },
  editHelp: {
    zh: '拖动货位到空位；键盘：空格拿起，方向键选空位，回车放下，Esc 取消',
    en: 'Drag a bin to a free place; keyboard: Space picks it up, arrows choose, Enter drops, Esc cancels',
  },
  aisle: { zh: '库区 {area}　{aisle} 排', en: 'Area {area}, aisle {aisle}' },
  aisleOf: {
    zh: '库区 {area} {aisle} 排，{count} 个货位',
    en: 'Area {area}, aisle {aisle}: {count} {count|bin|bins}',
  },
  noArea: { zh: '未分库区', en: 'none' },
  level: { zh: '{level} 层', en: 'Level {level}' },
  rack: { zh: '{rack} 架', en: 'Rack {rack}' },
  unplaced: { zh: '未定位置（{count}）', en: 'Without a place ({count})' },
  bins: { zh: '{count} 个货位', en: '{count} {count|bin|bins}' },
  own: { zh: '我负责的 {count}', en: 'In my charge {count}' },
  cut: {
    zh: '只显示前 20,000 个货位',
    en: 'The first 20,000 bins are shown',
  },
  empty: {
    zh: '该库存地点没有货位；请先在货位管理中维护',
    en: 'The storage location has no bins; have them maintained first',
  },
  noPlace: {
    zh: '您的数据范围内没有库存地点',
    en: 'There is no storage location within your scope',
  },
  edit: { zh: '编辑位置', en: 'Edit places' },
  newAisle: { zh: '新增排', en: 'New aisle' },
  newAisleIn: { zh: '新排的库区', en: 'Area of the new aisle' },
  newAisleCode: { zh: '新排号', en: 'New aisle' },
  save: { zh: '保存位置（{count}）', en: 'Save places ({count})' },
  discard: { zh: '放弃', en: 'Discard' },
  close: { zh: '结束编辑', en: 'Stop editing' },
  saved: { zh: '已保存 {count} 个货位的位置', en: 'Places of {count} {count|bin|bins} saved' },
  carried: {
    zh: '已拿起 {bin}：{place}',
    en: 'Carrying {bin}: {place}',
  },
  dropped: { zh: '{bin} 放到 {place}', en: '{bin} is put at {place}' },
  placeWords: {
    zh: '{aisle} 排 {rack} 架 {level} 层 {position} 位',
    en: 'aisle {aisle}, rack {rack}, level {level}, position {position}',
  },
  otherArea: {
    zh: '{bin} 属于库区 {area}，不能放到库区 {other}；要换库区请在列表中修改货位',
    en: '{bin} belongs to area {area} and cannot stand in area {other}; change its area in the list first',
  },
  aisleTaken: { zh: '库区 {area} 已有 {aisle} 排', en: 'Area {area} has an aisle {aisle} already' },
})
