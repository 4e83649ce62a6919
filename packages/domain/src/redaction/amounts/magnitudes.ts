/** Words that may come between a number and its currency, in en, de, fr, es, pt, it and nl. */
export const magnitudes: readonly string[] =
  `k m b t mm mn mln mrd mld mds mi bi bn tn tsd mio hundred thousand grand million billion trillion lakh lakhs crore crores
   tausend hunderttausend millionen milliarde milliarden mille millions milliard milliards mil millón millones
   milhão milhões bilhão bilhões mila milione milioni miliardo miliardi duizend miljoen miljard`.split(
    /\s+/,
  )
