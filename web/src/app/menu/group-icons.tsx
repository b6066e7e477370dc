import type { ReactNode } from 'react'

/*
 * Drawn here as lines in a square of 24: the icons of @ant-design/icons are outlines of shapes, which are five
 * kilobytes more for the groups of the menu.
 */

const circle = 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0'
const sheet = 'M14 3H6a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8zM14 3v5h5'
const tray = 'M4 14v5a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-5'

const shapes = {
  areas: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  bag: 'M5 8h14l1 12H4zM8.5 8V6.5a3.5 3.5 0 0 1 7 0V8',
  bars: 'M4 20h16M7 20v-9M12 20V5M17 20v-6',
  bin: 'M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7',
  book: 'M5 19.5V4a1 1 0 0 1 1-1h13v15H6.5a1.5 1.5 0 0 0 0 3H19v-3M9 7.5h6',
  box: 'M12 3l9 4.5v9L12 21l-9-4.5v-9zM3 7.5l9 4.5 9-4.5M12 12v9',
  calendar:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M8 2v4M16 2v4M9 9l3 4 3-4M12 13v4.5M9.5 14.5h5',
  car: 'M5 11l1.6-4.8A1.8 1.8 0 0 1 8.3 5h7.4a1.8 1.8 0 0 1 1.7 1.2L19 11M4 11h16a1 1 0 0 1 1 1v5H3v-5a1 1 0 0 1 1-1M5 17v2.5M19 17v2.5M6.5 14H8M16 14h1.5',
  checklist:
    'M8 4H5a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1V5a1 1 0 0 0-1-1h-3M8 2.5h8v4H8zM8 14l2.5 2.5L16 11',
  coin: `${circle}M12 6v12M15 9.2c-.6-1-1.7-1.5-3-1.5-1.8 0-3 .8-3 2.1 0 3 6.2 1.5 6.2 4.5 0 1.3-1.3 2-3.2 2-1.4 0-2.6-.5-3.2-1.6`,
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  dial: 'M4.6 19a9.5 9.5 0 1 1 14.8 0zM12 14l4-5M7 13H6M18 13h-1M12 8V7',
  folder: 'M3 19V5a1 1 0 0 1 1-1h5l2 3h8a1 1 0 0 1 1 1v2M3 19l3-9h16l-3 9z',
  inbox: 'M5 4h14l2 9v7H3v-7zM3 13h5l1.5 3h5l1.5-3h5',
  into: `${tray}M12 3v12M7.5 10.5L12 15l4.5-4.5`,
  line: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  list: 'M4 3h16v18H4zM8 8h.1M11 8h5M8 12h.1M11 12h5M8 16h.1M11 16h5',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4M12 15v2',
  megaphone: 'M4 10v4h3l8 5V5l-8 5zM18.5 9a4 4 0 0 1 0 6',
  outOf: `${tray}M12 15V3M7.5 7.5L12 3l4.5 4.5`,
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  returned: 'M8 4L3.5 8.5 8 13M3.5 8.5h11a6 6 0 0 1 0 12H8',
  sheetChecked: `${sheet}M9 14l2.2 2.2L15.5 12`,
  sheetSearched: `${sheet}M14 14a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M13.3 15.8L15 17.5`,
  shield: 'M12 2.5L20 5v6c0 5-3.4 8.6-8 10.5C7.4 19.6 4 16 4 11V5zM8.5 12l2.5 2.5 4.5-4.5',
  siren: 'M5 20h14M7 20v-7a5 5 0 0 1 10 0v7M12 3v2M4.5 6l1.4 1.4M19.5 6l-1.4 1.4',
  sliders:
    'M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0M11 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  stamp:
    'M19 9V4a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h5M8 7.5h7M8 11.5h4M13 20.5h8M14 18c0-1.5 1.5-2 2-3h2c.5 1 2 1.5 2 3zM19 13a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
  swapped: 'M4 9h15l-4-4M20 15H5l4 4',
  tag: 'M3.5 3.5H12l9 9-8.5 8.5-9-9zM8 8v.1',
  truck:
    'M5 18H3V6h11v12H9M14 10h4l3 3v5h-1M16 18h-2M9 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0M20 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0',
} as const

const icons: Readonly<Record<string, keyof typeof shapes>> = {
  '/base': 'database',
  '/dataCenter': 'sheetSearched',
  '/deliverManager': 'truck',
  '/preQualityInspectionNotice': 'sheetChecked',
  '/receive': 'into',
  '/pickingCompanyCross': 'bag',
  '/pickings': 'bag',
  '/invoiceManageCross': 'calendar',
  '/outWarehouseCross': 'outOf',
  '/shippingManagement': 'outOf',
  '/distribu': 'car',
  '/distributionCross': 'car',
  '/dump': 'swapped',
  '/checkForm': 'checklist',
  '/cancelStockCross': 'returned',
  '/cancelStocks': 'returned',
  '/returnGoods': 'returned',
  '/freeze': 'lock',
  '/scrapRecord': 'bin',
  '/wasteMaterialManage': 'bin',
  '/Stock': 'inbox',
  '/SafeStock': 'shield',
  '/locationAdjust': 'box',
  '/priceManage': 'coin',
  '/monthAccountManage': 'stamp',
  '/material': 'box',
  '/zeroValue': 'tag',
  '/overdueManage': 'siren',
  '/transfer': 'folder',
  '/meansManage': 'folder',
  '/reportForms': 'bars',
  '/accountManage': 'book',
  '/indicatorData': 'line',
  '/bigScreen': 'dial',
  '/appVersionManage': 'phone',
  '/materialPropertyManage': 'tag',
  '/bulletinManage': 'megaphone',
  '/system': 'sliders',
  '/log': 'list',
}

/** The icon of a menu group; the collapsed menu shows only icons. */
export function groupIcon(path: string): ReactNode {
  return (
    // The label beside it is the name. antd gives its icons this class.
    <span className="anticon" aria-hidden>
      <svg
        viewBox="0 0 24 24"
        width="1.1em"
        height="1.1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
      >
        <path d={shapes[icons[path] ?? 'areas']} />
      </svg>
    </span>
  )
}
