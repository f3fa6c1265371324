/** Places that the kernel takes in one step; rows are padded with zeros to a multiple of it. */
export const KERNEL_STEP = 32;

/** Byte addresses in the memory of the instance. */
export interface DotKernel {
  readonly memory: WebAssembly.Memory;
  /**
   * Writes one whole number of 32 bits to `products` for each row from `rows` to before `rowsEnd`: the dot product of the
   * row, of numbers of 8 bits, and the vector from `vector` to before `vectorEnd`, of 16 bits each. Rows have as many
   * places as the vector, a multiple of `KERNEL_STEP` above zero. A sum beyond 32 bits wraps around.
   */
  readonly multiply: (vector: number, vectorEnd: number, rows: number, rowsEnd: number, products: number) => void;
}

/** An instance with a memory of its own, no page of which is there yet. */
export function newDotKernel(): DotKernel {
  compiled ??= new WebAssembly.Module(Uint8Array.from(MODULE));
  const { memory, multiply } = new WebAssembly.Instance(compiled).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== "function")
    throw new Error("the kernel is damaged");
  return { memory, multiply: multiply as DotKernel["multiply"] };
}

let compiled: WebAssembly.Module | undefined;

// Parameters and locals of the one function.
const VECTOR = 0;
const VECTOR_END = 1;
const ROW = 2;
const ROWS_END = 3;
const PRODUCT = 4;
const AT = 5;
const SUMS = [6, 7, 8, 9] as const;

const I32 = 0x7f;
const V128 = 0x7b;
const NOTHING = 0x40;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const FOUR = [0x41, 4];
const THIRTY_TWO = [0x41, 32];
/** Numbers are signed LEB128: in one byte, 64 would be read as −64. */
const SIXTY_FOUR = [0x41, 0xc0, 0x00];
const block = (...body: number[][]) => [0x02, NOTHING, ...body.flat(), 0x0b];
const loop = (...body: number[][]) => [0x03, NOTHING, ...body.flat(), 0x0b];
const branch = (depth: number) => [0x0c, depth];
const branchIf = (depth: number) => [0x0d, depth];
const I32_ADD = [0x6a];
const I32_LESS_UNSIGNED = [0x49];
const I32_NOT_LESS_UNSIGNED = [0x4f];
/** Eight numbers of 16 bits from the address on the stack and `offset`; alignment is a hint, 2⁴. */
const loadEight = (offset: number) => [0xfd, 0x00, 0x04, offset];
/** Eight numbers of 8 bits, widened to 16; the hint is 2³. */
const loadEightWidened = (offset: number) => [0xfd, 0x01, 0x03, offset];
const ZEROS = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const ADD_FOUR = [0xfd, 0xae, 0x01];
/** Products of eight and eight numbers, each two neighbours added up. */
const MULTIPLY_EIGHT = [0xfd, 0xba, 0x01];
const lane = (index: number) => [0xfd, 0x1b, index];
const I32_STORE = [0x36, 0x02, 0x00];

const [FIRST, SECOND, THIRD, FOURTH] = SUMS;

/** Four sums of four numbers each, so that no addition waits for the one before. */
const FUNCTION_BODY = block(
  loop(
    get(ROW),
    get(ROWS_END),
    I32_NOT_LESS_UNSIGNED,
    branchIf(1),
    ZEROS,
    tee(FIRST),
    tee(SECOND),
    tee(THIRD),
    set(FOURTH),
    get(VECTOR),
    set(AT),
    loop(
      ...SUMS.flatMap((sum, place) => [
        get(AT),
        loadEight(16 * place),
        get(ROW),
        loadEightWidened(8 * place),
        MULTIPLY_EIGHT,
        get(sum),
        ADD_FOUR,
        set(sum),
      ]),
      get(ROW),
      THIRTY_TWO,
      I32_ADD,
      set(ROW),
      get(AT),
      SIXTY_FOUR,
      I32_ADD,
      tee(AT),
      get(VECTOR_END),
      I32_LESS_UNSIGNED,
      branchIf(0),
    ),
    get(PRODUCT),
    [FIRST, SECOND, THIRD, FOURTH].flatMap(get),
    ADD_FOUR,
    ADD_FOUR,
    ADD_FOUR,
    tee(FIRST),
    lane(0),
    get(FIRST),
    lane(1),
    I32_ADD,
    get(FIRST),
    lane(2),
    I32_ADD,
    get(FIRST),
    lane(3),
    I32_ADD,
    I32_STORE,
    get(PRODUCT),
    FOUR,
    I32_ADD,
    set(PRODUCT),
    branch(0),
  ),
);

const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
/** Lengths go as LEB128: seven bits a byte, the lowest first, the highest bit set on all but the last. */
const length = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...length(Math.floor(value / 0x80))];
const section = (id: number, content: number[]) => [id, ...length(content.length), ...content];

/** Five i32 locals are the parameters; one i32 and four v128 are the function's own. */
const CODE = [2, 1, I32, 4, V128, ...FUNCTION_BODY, 0x0b];

const MODULE = [
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // One type: five i32 in, nothing out.
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
  ...section(3, [1, 0]),
  // One memory, of no page at first and no bound but the address space.
  ...section(5, [1, 0x00, 0]),
  ...section(7, [2, ...text("memory"), 0x02, 0, ...text("multiply"), 0x00, 0]),
  ...section(10, [1, ...length(CODE.length), ...CODE]),
];
