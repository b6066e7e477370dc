import { BarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only what the charts of the product are made of; the whole engine is several times as large.
use([BarChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

export { init }
