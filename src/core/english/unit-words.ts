/** Units of measure by their names and symbols, and how parameters ask for them. */
import type { UnitWords } from "../reading/value-tables.ts";

const MEASURES = `
time 1 second sec|s
time 60 minute min
time 3600 hour hr|h
time 86400 day night
time 604800 week wk
time 1209600 fortnight
time 2629800 month
time 31557600 year yr
time 315576000 decade
time 3155760000 century
length 0.0254 inch|in "
length 0.3048 foot|ft '
length 0.9144 yard yd
length 1609.344 mile|mi
length 1852 nauticalmile|nmi NM
length 1.8288 fathom
mass 0.45359237 pound lb
mass 0.028349523125 ounce oz
mass 6.35029318 stone
mass 1000 tonne|t
mass 1 kilo
volume 3.785411784 gallon gal
volume 0.946352946 quart
volume 0.473176473 pint
volume 1000 cubicmeter cubicmetre cbm|m3 m³
volume 0.001 cubiccentimeter cubiccentimetre|cm3 cm³
volume 28.316846592 cubicfoot
volume 764.554857984 cubicyard
volume 0.0295735295625 fluidounce
volume 0.2365882365 cup
volume 0.01478676478125 tablespoon tbsp
volume 0.00492892159375 teaspoon tsp
pressure 101325 atmosphere atm
pressure 100000 bar
pressure 6894.757293168 psi
energy 4.184 calorie cal
energy 4184 kilocalorie kcal
area 4046.8564224 acre
area 10000 hectare|ha
area 1 squaremeter squaremetre sqm|m2 m²
area 1000000 squarekilometer squarekilometre|km2 km²
area 0.09290304 squarefoot sqft
speed 0.44704 mph mileperhour mileanhour
speed 0.277777777777778 kmh kph kilometerperhour kilometreperhour kilometeranhour kilometreanhour|km/h
speed 1 mps meterpersecond metrepersecond meterasecond metreasecond|m/s
speed 0.514444444444444 knot|kn kt kts
energy 3600 |Wh
energy 3600000 kilowatthour kwh|kWh
energy 3600000000 megawatthour mwh|MWh
data 1000 kb
data 1000000 meg mb
data 1000000000 gig gb
data 1000000000000 tb
power 1000 kw
power 1000000 mw
data 1024 kibibyte|KiB
data 1048576 mebibyte|MiB
data 1073741824 gibibyte|GiB
rate 1000 kilobit kbps kilobitpersecond kilobitasecond|kbit kbit/s
rate 1000000 megabit mbps megabitpersecond megabitasecond|Mbit Mbps Mbit/s
rate 1000000000 gigabit gbps gigabitpersecond gigabitasecond|Gbit Gbps Gbit/s
rate 8000 kilobytepersecond kilobyteasecond|kB/s KB/s
rate 8000000 megabytepersecond megabyteasecond|MB/s
rate 8000000000 gigabytepersecond gigabyteasecond|GB/s
turn 1 degree|°
turn 360 turn circle revolution rotation
`;

const METRIC = `
length meter m
length metre m
mass gram g
volume liter L
volume litre l
time second s
frequency hertz Hz
capacitance farad F
inductance henry H
voltage volt V
current ampere A
current amp A
power watt W
energy joule J
force newton N
pressure pascal Pa
resistance ohm Ω
data byte B
`;

export const UNIT_WORDS: UnitWords = {
  measures: MEASURES.trim().split("\n"),
  metric: METRIC.trim().split("\n"),
  prefixes: [
    ["", "", 1],
    ["pico", "p", 1e-12],
    ["nano", "n", 1e-9],
    ["micro", "µ", 1e-6],
    ["milli", "m", 1e-3],
    ["centi", "c", 1e-2],
    ["deci", "d", 1e-1],
    ["hecto", "h", 1e2],
    ["kilo", "k", 1e3],
    ["mega", "M", 1e6],
    ["giga", "G", 1e9],
    ["tera", "T", 1e12],
  ],
  temperatures: [
    ["celsius", "C", 1, 273.15],
    ["fahrenheit", "F", 5 / 9, 459.67],
    ["kelvin", "K", 1, 0],
  ],
  plurals: [
    [/foot$/, "feet"],
    [/(?<=^(?:kilo|mega|giga)?(?:bit|byte|meter|metre|mile))(?=per|an?)/, "s"],
    [/^century$/, "centuries"],
    [/henry$/, "henries"],
    [/(?<=ch|hertz)$/, "es"],
    [/$/, "s"],
  ],
  wanted:
    /(?:\b(?:in|of)\s+(?:whole\s+|full\s+|degrees?\s+)?|^(?:degrees?\s+(?=[cfk])|(?!pounds\b)(?=[a-z]+s\b)))((?:(?:square|cubic|nautical)\s+)?[a-zµ°]+(?:\s+per\s+(?:hour|second))?)|\((?:in\s+)?([a-zA-Zµ°]+)\)/gi,
  minutes: /^min$/,
  ofTime: /\b(?:minutes?|duration|runtime|time|delay|eta|length)\b/i,
  lengths: /^(?:seconds|minutes|hours|days|nights|weeks|months|years)$/,
  // And "in", which is seldom an inch in a name: `check_in`.
  notWanted: /^(?:second|minute|hour|day|week|month|year|decade|min|sec|in)$/,
  behind:
    /^(?:\s+of\s+(?:an?\s+(?:full\s+|whole\s+)?)?|\s+degrees?\s+(?=(?:[CFK]|[Cc]elsius|[Ff]ahrenheit|[Kk]elvin)\b)|\s*°\s*(?=[CFK]\b)|\s+(?:full|whole)\s+|\s+|-)?(?!in\s+[a-z])((?:(?:square|cubic|nautical|fluid)[\s-])?["'°Ωµμa-zA-Z]+(?:(?<=watts?)[\s-]hours?(?!\w)|[23²³](?!\w)|\/[sh](?!\w)|\s(?:per|an?)\s(?:hour|second)(?!\w))?)(?![\w^])/,
  andAPart: /^\s+and (a half|a third|a quarter|three quarters)\b/i,
  parts: { "a half": 1 / 2, "a third": 1 / 3, "a quarter": 1 / 4, "three quarters": 3 / 4 },
  shortNames: /(?:[_-](?=[mglcCFK]$)|(?<=[a-z])(?=[CFK]$))(.)$/,
  nextSmaller: {
    "time 3600": ["time", 60],
    "time 60": ["time", 1],
    "length 0.3048": ["length", 0.0254],
    "length 1": ["length", 0.01],
    "mass 6.35029318": ["mass", 0.45359237],
  },
  rated: /^\s+nights?\b/i,
  nextJoined: /^\s+(?:and\s+)?$/,
  nextEnds:
    /^\s*(?:$|[.,;:!?)])|^\s+(?:and|for|on|at|in|to|please|with|from|long|tall|high|late|early|ago|extra|more|longer)\b/i,
  joined: /^\s*(?:,|and)?\s*$/,
  compactTime:
    /(?<![\w.,])(?:(\d+) ?h(?:(\d{2})| ?(\d{1,2}) ?m(?:ins?)?)(?: ?(\d{1,2}) ?s(?:ecs?)?)?|(\d+) ?m(?:in)? ?(\d{1,2}) ?s(?:ecs?)?)(?!\w)/gi,
  wholes: [
    [/\bhalf (?:of )?an?(?=\s+[a-z])/gi, 1 / 2],
    [/\bhalf(?=[\s-](?:turn|circle)\b)/gi, 1 / 2],
    [/\b(?:an? )?quarter(?=[\s-](?:turn|circle)\b)/gi, 1 / 4],
    [/\b(?:an? )?quarter of an?(?=\s+[a-z])/gi, 1 / 4],
    [/\b(?:an? )?third of an?(?=\s+[a-z])/gi, 1 / 3],
    [/\b(?:an?|another|(?:the )?(?:next|past|last|coming|following|previous))(?=\s+[a-z])/gi, 1],
  ],
};
