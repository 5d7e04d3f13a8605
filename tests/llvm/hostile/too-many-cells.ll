; pointer: an array whose size is more than 64 bits can count: nothing is known about its inside.
@a = global [65536 x [65536 x [65536 x [65536 x i32]]]] zeroinitializer
define i32 @main() {
  store i32 1, i32* getelementptr ([65536 x [65536 x [65536 x [65536 x i32]]]], [65536 x [65536 x [65536 x [65536 x i32]]]]* @a, i64 0, i64 0, i64 0, i64 0, i64 0)
  ret i32 0
}
