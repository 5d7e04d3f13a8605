// Threads of POSIX, called from Rust without its library: what is visible is followed.
#![no_std]
#![no_main]

#[repr(C)]
pub struct Mutex {
    bytes: [u64; 5],
}
extern "C" {
    fn pthread_create(t: *mut u64, a: *const u8, f: extern "C" fn(*mut u8) -> *mut u8, x: *mut u8) -> i32;
    fn pthread_join(t: u64, r: *mut *mut u8) -> i32;
    fn pthread_spin_lock(m: *mut i32) -> i32;
    fn pthread_spin_unlock(m: *mut i32) -> i32;
    fn reach_error() -> !;
}
static mut LOCK: i32 = 0;
static mut X: u32 = 0;

extern "C" fn work(a: *mut u8) -> *mut u8 {
    unsafe {
        LOCKED
        a
    }
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    unsafe {
        let mut t = 0u64;
        pthread_create(&mut t, core::ptr::null(), work, core::ptr::null_mut());
        work(core::ptr::null_mut());
        pthread_join(t, core::ptr::null_mut());
        if X != 2 {
            reach_error();
        }
    }
    0
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
