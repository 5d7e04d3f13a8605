// Two threads count under a mutex: right.
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let x = Arc::new(Mutex::new(0u32));
    let y = Arc::clone(&x);
    let t = thread::spawn(move || {
        *y.lock().unwrap() += 1;
    });
    *x.lock().unwrap() += 1;
    t.join().unwrap();
    assert!(*x.lock().unwrap() == 2);
}
