import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Two synchronized lists, each added to the other one. */
public class AddAll {
  private final List<String> left = Collections.synchronizedList(new ArrayList<>());
  private final List<String> right = Collections.synchronizedList(new ArrayList<>());

  public void toLeft() {
    left.addAll(right);
  }

  public void toRight() {
    right.addAll(left);
  }
}
