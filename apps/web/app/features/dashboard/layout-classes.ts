// Shared by the dashboard and its skeleton, so the layout doesn't shift when the numbers load.

export const summaryClass = 'min-h-14 text-base text-pretty sm:min-h-7'
export const statGridClass =
  'grid grid-cols-2 gap-3 max-lg:[&>:first-child:nth-last-child(odd)]:col-span-2 md:gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none'
export const statHeightClass = 'h-31'
/** The height of the chart with its caption and the button for the table. */
export const chartHeightClass = 'h-83 md:h-76'
export const listGridClass =
  'grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'
